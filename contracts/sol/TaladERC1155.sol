// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Collection} from "./Collection.sol";
import {Relayers} from "./Relayers.sol";

/// @title A collection of items that exist in several copies
contract TaladERC1155 is ERC1155, Collection {
    string public name;
    string public symbol;

    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        string memory baseURI_,
        Relayers minters_
    )
        ERC1155("")
        Collection(owner_, baseURI_, minters_)
    {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        _mint(to, id, amount, "");
    }

    /// @notice A full address with a decimal id, not the `{id}` template: the same files serve both standards.
    function uri(uint256 id) public view override returns (string memory) {
        return _metadataOf(id);
    }

    function _mintTo(address receiver, uint256 id, uint256 amount) internal override {
        _mint(receiver, id, amount, "");
    }
}
