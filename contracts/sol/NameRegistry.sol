// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// @title Names of a chain, for development: registry and resolver in one, with what ENS asks of each (EIP-137, EIP-181)
/// @notice Only the owner gives names; what a node is, is reckoned off the chain.
contract NameRegistry {
    address public immutable owner;
    mapping(bytes32 node => address) public addr;
    mapping(bytes32 node => string) public name;

    error NotOwner();

    constructor(address owner_) {
        owner = owner_;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function resolver(bytes32) external view returns (address) {
        return address(this);
    }

    function setAddr(bytes32 node, address whose) external onlyOwner {
        addr[node] = whose;
    }

    function setName(bytes32 node, string calldata text) external onlyOwner {
        name[node] = text;
    }
}
